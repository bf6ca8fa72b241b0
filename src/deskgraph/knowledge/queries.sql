-- `{table}` is the table of one embedding model and size, made at run time; psycopg quotes its name.

-- name: language_exists
select exists (select from pg_ts_config where cfgname = %(language)s);

-- name: put_article
-- No row comes back when nothing changed. xmax is 0 on a row that was inserted and not updated.
insert into article (source, title, language, visibility, content_hash)
values (%(source)s, %(title)s, %(language)s, %(visibility)s, %(content_hash)s)
on conflict (source) do update
set title = excluded.title, language = excluded.language, visibility = excluded.visibility,
    content_hash = excluded.content_hash, updated_at = now()
where article.content_hash <> excluded.content_hash
returning id, (xmax = 0) as is_new;

-- name: drop_passages
delete from passage where article_id = %(article_id)s;

-- name: put_passages
insert into passage (article_id, ordinal, heading, text, findings, words)
select %(article_id)s, p.ordinal, p.heading, p.text, p.findings::jsonb,
       setweight(to_tsvector(%(language)s::regconfig, %(title)s), 'A')
       || setweight(to_tsvector(%(language)s::regconfig, p.heading), 'B')
       || setweight(to_tsvector(%(language)s::regconfig, p.text), 'D')
from unnest(%(headings)s::text[], %(texts)s::text[], %(findings)s::text[])
     with ordinality as p (heading, text, findings, ordinal);

-- name: renew_findings
-- The screen learns while an article stays as it is.
update passage p set findings = n.findings::jsonb
from article a,
     unnest(%(texts)s::text[], %(findings)s::text[]) with ordinality as n (text, findings, ordinal)
where a.source = %(source)s and p.article_id = a.id and p.ordinal = n.ordinal and p.text = n.text
  and p.findings <> n.findings::jsonb;

-- name: drop_articles_below
delete from article where starts_with(source, %(folder)s) and source <> all (%(sources)s::text[]);

-- name: count_articles
select count(*) from article;

-- name: texts_with
-- Some passages for each host: whether it is a link there, and not a part of another, is for the caller to see.
select coalesce(array_agg(near.text), '{}')
from unnest(%(hosts)s::text[]) as h (host)
cross join lateral (
    select p.text from passage p join article a on a.id = p.article_id
    where a.visibility = 'customer' and strpos(lower(p.text), h.host) > 0 limit 20
) near;

-- name: texts_naming
-- Some passages for each trace, which is looked for without what people write between digits; whether one holds what is
-- sought is for the caller to see.
select coalesce(array_agg(near.text), '{}')
from unnest(%(traces)s::text[]) as t (trace)
cross join lateral (
    select p.text from passage p join article a on a.id = p.article_id
    where a.visibility = 'customer' and strpos(translate(lower(p.text), %(between)s, ''), t.trace) > 0 limit 20
) near;

-- name: texts_saying
-- Some passages for each sentence, by its words in any language of the articles; whether it stands there whole is for the
-- caller to see.
select coalesce(array_agg(near.text), '{}')
from unnest(%(sentences)s::text[]) as s (sentence)
cross join (select distinct language from article where visibility = 'customer') l
cross join lateral (
    select p.text from passage p join article a on a.id = p.article_id
    where a.visibility = 'customer' and a.language = l.language
      and p.words @@ plainto_tsquery(l.language::regconfig, s.sentence)
    limit 20
) near;

-- name: lock_space
select pg_advisory_xact_lock(hashtext(%(table)s));

-- name: create_space
create table if not exists {table} (
    passage_id bigint primary key references passage (id) on delete cascade,
    vector     vector({size}) not null
);

-- name: index_space
create index if not exists {index} on {table} using hnsw (vector vector_cosine_ops);

-- name: count_missing
select count(*) from passage p where not exists (select from {table} e where e.passage_id = p.id);

-- name: missing
select p.id, a.title, p.heading, p.text
from passage p join article a on a.id = p.article_id
where p.id > %(after)s and not exists (select from {table} e where e.passage_id = p.id)
order by p.id limit %(batch)s;

-- name: put_vectors
-- The lock keeps a passage that another process is removing from breaking the reference.
insert into {table} (passage_id, vector)
select v.id, v.vector::vector
from (
    select p.id, n.vector
    from unnest(%(ids)s::bigint[], %(vectors)s::text[]) as n (id, vector) join passage p on p.id = n.id
    for key share of p
) v
on conflict (passage_id) do nothing;

-- name: widen_scan
-- The index is walked on until enough passages pass the filter on visibility; pgvector before 0.8 cannot.
select set_config('hnsw.ef_search', %(candidates)s::int::text, true),
       (select set_config('hnsw.iterative_scan', 'strict_order', true) from pg_extension
        where extname = 'vector' and string_to_array(extversion, '.')::int[] >= '{0,8}');

-- name: search_lexical
-- A passage's coverage is the share of the question's weight that its words hold; see asked_terms.
with term as materialized (
    select * from asked_terms(%(query)s)
), question as (
    select language, string_agg(word::text, ' | ')::tsquery as words from term group by language
), candidate as materialized (
    select p.id
    from question q join article a on a.language = q.language join passage p on p.article_id = a.id
    where p.words @@ q.words and a.visibility = any (%(visible)s::text[])
    order by ts_rank('{0.1, 0.2, 0.5, 1.0}', p.words, q.words) desc, p.id
    limit %(candidates)s
), scored as (
    select p.id, p.article_id, a.source, a.title, p.heading, p.text, p.findings, c.coverage as score,
           row_number() over (partition by p.article_id order by c.coverage desc, p.id) as place
    from candidate k join passage p on p.id = k.id join article a on a.id = p.article_id,
         lateral (
             select least(1, coalesce(sum(t.weight) filter (where p.words @@ t.word), 0) / max(t.total)) as coverage
             from term t where t.language = a.language
         ) c
)
select id, article_id, source, title, heading, text, score, findings
from scored
where score >= %(lexical_threshold)s and place <= %(per_article)s
order by score desc, id limit %(k)s;

-- name: search_hybrid
-- Words and vectors each put candidates forward; both are weighed on all of them. A passage that has no vector yet
-- must hold the words.
with term as materialized (
    select * from asked_terms(%(query)s)
), question as (
    select language, string_agg(word::text, ' | ')::tsquery as words from term group by language
), by_words as materialized (
    select p.id
    from question q join article a on a.language = q.language join passage p on p.article_id = a.id
    where p.words @@ q.words and a.visibility = any (%(visible)s::text[])
    order by ts_rank('{{0.1, 0.2, 0.5, 1.0}}', p.words, q.words) desc, p.id
    limit %(candidates)s
), by_vector as materialized (
    select e.passage_id as id
    from {table} e join passage p on p.id = e.passage_id join article a on a.id = p.article_id
    where a.visibility = any (%(visible)s::text[])
    order by e.vector <=> %(vector)s::vector
    limit %(candidates)s
), weighed as (
    select p.id, p.article_id, a.source, a.title, p.heading, p.text, p.findings,
           1 - (e.vector <=> %(vector)s::vector) as cosine, coalesce(c.coverage, 0) as coverage
    from (select id from by_words union select id from by_vector) k
         join passage p on p.id = k.id join article a on a.id = p.article_id
         left join {table} e on e.passage_id = p.id,
         lateral (
             select least(1, coalesce(sum(t.weight) filter (where p.words @@ t.word), 0) / max(t.total)) as coverage
             from term t where t.language = a.language
         ) c
), scored as (
    select weighed.*, (1 - %(lexical_weight)s::float8) * coalesce(cosine, 0)
                      + %(lexical_weight)s::float8 * coverage as score
    from weighed
    where coalesce(cosine >= %(threshold)s, coverage >= %(lexical_threshold)s)
), placed as (
    select scored.*, row_number() over (partition by article_id order by score desc, id) as place from scored
)
select id, article_id, source, title, heading, text, score, findings
from placed where place <= %(per_article)s
order by score desc, id limit %(k)s;
