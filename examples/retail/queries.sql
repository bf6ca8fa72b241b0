-- name: lock_user
-- One call at a time changes what is a customer's.
select id from retail.users where lower(email) = lower(%(email)s) for update

-- name: said
select said from retail.done where key = %(key)s

-- name: remember
insert into retail.done (key, user_id, said) values (%(key)s, %(user)s, %(said)s)

-- name: order_of
select id, user_id, status from retail.orders where id = %(order)s and user_id = %(user)s

-- name: method_of
select id, source, balance from retail.method where id = %(method)s and user_id = %(user)s

-- name: payments_of
select kind, amount, method_id from retail.payment where order_id = %(order)s order by id

-- name: left_of
-- What was paid and has not gone back, by payment method.
select 'refund' as kind, sum(case kind when 'payment' then amount else -amount end) as amount, method_id
from retail.payment where order_id = %(order)s
group by method_id having sum(case kind when 'payment' then amount else -amount end) > 0 order by min(id)

-- name: swaps
-- Each item that is named with a piece of the order, and with the variant of the same product that it becomes.
with wanted as (
    select old, new, n, row_number() over (partition by old order by n) as piece
    from unnest(%(old)s::text[], %(new)s::text[]) with ordinality w (old, new, n)
), held as (
    select i.*, p.id as product_id, p.name, row_number() over (partition by variant_id order by position) as piece
    from retail.item i join retail.variant v on v.id = i.variant_id join retail.product p on p.id = v.product_id
    where i.order_id = %(order)s
)
select w.old, w.new, h.position, h.name, v.price - h.price as cost
from wanted w left join held h on (h.variant_id, h.piece) = (w.old, w.piece)
left join retail.variant v on v.id = w.new and v.product_id = h.product_id and v.available
order by w.n

-- name: book
-- A payment or a refund; a gift card's balance follows at once.
with booked as (
    insert into retail.payment (order_id, kind, amount, method_id) values (%(order)s, %(kind)s, %(amount)s, %(method)s)
    returning case kind when 'refund' then amount else -amount end as back
)
update retail.method m set balance = m.balance + b.back
from booked b where m.user_id = %(user)s and m.id = %(method)s and m.source = 'gift_card'

-- name: set_status
update retail.orders set status = %(status)s, asked = asked || %(asked)s where id = %(order)s

-- name: set_item
update retail.item i set variant_id = v.id, price = v.price
from retail.variant v where v.id = %(item)s and i.order_id = %(order)s and i.position = %(position)s

-- name: send_order_to
update retail.orders set address = %(address)s where id = %(order)s returning retail.line(address)

-- name: move_user
update retail.users set address = %(address)s where id = %(user)s returning retail.line(address)

-- name: order_text
select format('Order %%s is %%s. Items: %%s. It goes to %%s. Payments: %%s.%%s', o.id, o.status,
    (select string_agg(format('%%s (%%s; item %%s, product %%s) for $%%s', p.name, retail.words(v.options), v.id, p.id,
                              i.price), '; ' order by i.position)
     from retail.item i join retail.variant v on v.id = i.variant_id join retail.product p on p.id = v.product_id
     where i.order_id = o.id),
    retail.line(o.address),
    (select string_agg(format('%%s of $%%s by %%s', kind, amount, method_id), '; ' order by id)
     from retail.payment where order_id = o.id),
    (select string_agg(' Tracking number ' || t || '.', '')
     from jsonb_array_elements(o.fulfilment) f, jsonb_array_elements_text(f -> 'tracking_id') t))
from retail.orders o join retail.users u on u.id = o.user_id
where o.id = %(order)s and lower(u.email) = lower(%(email)s)

-- name: user_text
select format('%%s %%s is user %%s, at %%s. Payment methods: %%s. Orders: %%s.', u.first_name, u.last_name, u.id,
    retail.line(u.address),
    (select string_agg(id || coalesce(' with $' || balance, ''), ', ' order by id) from retail.method
     where user_id = u.id),
    (select string_agg(id || ' ' || status, ', ' order by id) from retail.orders where user_id = u.id))
from retail.users u where lower(u.email) = lower(%(email)s) and u.id = coalesce(%(user)s, u.id)

-- name: product_text
select format('%%s (product %%s): %%s.', p.name, p.id,
    string_agg(format('item %%s (%%s) for $%%s%%s', v.id, retail.words(v.options), v.price,
                      case when v.available then '' else ', not available' end), '; ' order by v.id))
from retail.product p join retail.variant v on v.product_id = p.id where p.id = %(product)s group by p.id

-- name: item_text
select format('Item %%s is %%s (%%s) for $%%s, %%s.', v.id, p.name, retail.words(v.options), v.price,
              case when v.available then 'available' else 'not available' end)
from retail.variant v join retail.product p on p.id = v.product_id where v.id = %(item)s

-- name: products_text
select 'Products: ' || string_agg(name || ' ' || id, ', ' order by name) || '.' from retail.product

-- name: filled
select count(*) from retail.users

-- name: empty
truncate retail.done, retail.payment, retail.item, retail.orders, retail.method, retail.users, retail.variant,
         retail.product

-- name: add_products
with given as (select value as p from jsonb_array_elements(%(rows)s)),
product as (insert into retail.product select p ->> 'product_id', p ->> 'name' from given)
insert into retail.variant
select v ->> 'item_id', p ->> 'product_id', v -> 'options', (v ->> 'available')::boolean, (v ->> 'price')::numeric
from given, jsonb_each(p -> 'variants') each (id, v)

-- name: add_users
with given as (select value as u from jsonb_array_elements(%(rows)s)),
users as (
    insert into retail.users
    select u ->> 'user_id', u ->> 'email', u -> 'name' ->> 'first_name', u -> 'name' ->> 'last_name', u -> 'address'
    from given
)
insert into retail.method
select u ->> 'user_id', m ->> 'id', m ->> 'source', (m ->> 'balance')::numeric, m - 'id' - 'source' - 'balance'
from given, jsonb_each(u -> 'payment_methods') each (id, m)

-- name: add_orders
with given as (select value as o from jsonb_array_elements(%(rows)s)),
orders as (
    insert into retail.orders
    select o ->> 'order_id', o ->> 'user_id', o ->> 'status', o -> 'address', o -> 'fulfillments',
           o - array['order_id', 'user_id', 'status', 'address', 'fulfillments', 'items', 'payment_history']
    from given
), payment as (
    insert into retail.payment (order_id, kind, amount, method_id)
    select o ->> 'order_id', p ->> 'transaction_type', (p ->> 'amount')::numeric, p ->> 'payment_method_id'
    from given, jsonb_array_elements(o -> 'payment_history') with ordinality each (p, n)
    order by o ->> 'order_id', n
)
insert into retail.item
select o ->> 'order_id', n, i ->> 'item_id', (i ->> 'price')::numeric
from given, jsonb_array_elements(o -> 'items') with ordinality each (i, n)

-- name: forget
with o as (select id from retail.orders where user_id = %(user)s),
done as (delete from retail.done where user_id = %(user)s returning 1),
payment as (delete from retail.payment where order_id in (select id from o) returning 1),
item as (delete from retail.item where order_id in (select id from o) returning 1),
orders as (delete from retail.orders where user_id = %(user)s returning 1),
method as (delete from retail.method where user_id = %(user)s returning 1),
users as (delete from retail.users where id = %(user)s returning 1)
select (select count(*) from done) as done, (select count(*) from payment) as payment,
       (select count(*) from item) as item, (select count(*) from orders) as orders,
       (select count(*) from method) as method, (select count(*) from users) as users
