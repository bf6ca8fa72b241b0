-- name: products
select p.id, jsonb_build_object('product_id', p.id, 'name', p.name, 'variants', (
    select jsonb_object_agg(v.id, jsonb_build_object('item_id', v.id, 'options', v.options, 'available', v.available,
                                                     'price', v.price))
    from retail.variant v where v.product_id = p.id))::text as row
from retail.product p order by p.id

-- name: users
select u.id, jsonb_build_object('user_id', u.id, 'email', u.email, 'address', u.address,
    'name', jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name),
    'orders', (select coalesce(jsonb_agg(o.id order by o.id collate "C"), '[]') from retail.orders o
               where o.user_id = u.id),
    'payment_methods', (
        select coalesce(jsonb_object_agg(m.id, m.card || jsonb_strip_nulls(jsonb_build_object(
            'id', m.id, 'source', m.source, 'balance', m.balance))), '{}')
        from retail.method m where m.user_id = u.id))::text as row
from retail.users u order by u.id

-- name: orders
select o.id, (o.asked || jsonb_build_object('order_id', o.id, 'user_id', o.user_id, 'status', o.status,
    'address', o.address, 'fulfillments', o.fulfilment,
    'items', (
        select coalesce(jsonb_agg(jsonb_build_object('item_id', v.id, 'product_id', p.id, 'name', p.name,
                                                     'options', v.options, 'price', i.price) order by i.position), '[]')
        from retail.item i join retail.variant v on v.id = i.variant_id join retail.product p on p.id = v.product_id
        where i.order_id = o.id),
    'payment_history', (
        select coalesce(jsonb_agg(jsonb_build_object('transaction_type', y.kind, 'amount', y.amount,
                                                     'payment_method_id', y.method_id) order by y.id), '[]')
        from retail.payment y where y.order_id = o.id)))::text as row
from retail.orders o order by o.id

-- name: done
select key from retail.done order by key

-- name: standing
select (select count(*) from run where state = 'parked') as parked,
       (select count(*) from run where state = 'running') as running,
       (select count(*) from approval a
        where a.kind = 'tool' and a.status in ('approved', 'corrected') and not a.applied
          and not exists (select from effect e where e.run_id = a.run_id)) as approved
