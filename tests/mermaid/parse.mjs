// Reads diagrams as a JSON list on stdin, writes null or the parser's complaint for each on stdout.
import { Window } from "happy-dom";

// mermaid cleans labels with DOMPurify, which wants a document.
const window = new Window();
globalThis.window = window;
globalThis.document = window.document;

const { default: mermaid } = await import("mermaid");

let input = "";
for await (const chunk of process.stdin) input += chunk;

const verdicts = [];
for (const text of JSON.parse(input)) {
  try {
    await mermaid.parse(text);
    verdicts.push(null);
  } catch (error) {
    verdicts.push(String(error?.message ?? error));
  }
}
process.stdout.write(JSON.stringify(verdicts), () => process.exit(0));
