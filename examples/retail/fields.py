"""The arguments that several tools take, with what models and people read about them."""

from typing import Annotated, Literal

from pydantic import Field

OrderId = Annotated[str, Field(description="The number of the order, such as #W0000000.")]
UserId = Annotated[str | None, Field(description="The customer's user id; left out, their own is meant.")]
ProductId = Annotated[
    str, Field(description="The product's id, such as 6086499569; an item id is no product id.")
]
ItemId = Annotated[str, Field(description="The id of one variant of a product, such as 1008292230.")]
Items = Annotated[
    list[str], Field(min_length=1, description="The ids of items in the order, each as often as it is meant.")
]
NewItems = Annotated[
    list[str], Field(min_length=1, description="The id of what each of them becomes, in the same order.")
]
MethodId = Annotated[
    str,
    Field(description="The customer's payment method that pays or is refunded, such as gift_card_0000000."),
]
Reason = Annotated[
    Literal["no longer needed", "ordered by mistake"], Field(description="Why the customer cancels.")
]
Street = Annotated[str, Field(description="Street and number.")]
Flat = Annotated[str, Field(description="Apartment or suite; may be empty.")]
City = Annotated[str, Field(description="The city.")]
State = Annotated[str, Field(description="The state, such as CA.")]
Country = Annotated[str, Field(description="The country, such as USA.")]
Zip = Annotated[str, Field(description="The zip code.")]
