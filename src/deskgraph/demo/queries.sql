-- name: said
select said from demo.done where key = %(key)s;

-- name: remember
insert into demo.done (key, tool, said, email) values (%(key)s, %(tool)s, %(said)s, %(email)s);

-- name: order_of
-- The row lock lets one tool at a time change an order.
select o.number, o.status, o.placed_on, o.shipped_on, o.service, o.address, o.paid_by, o.tracking,
       o.delivery + (select sum(i.quantity * i.price) from demo.item i where i."order" = o.number) as paid,
       coalesce((select sum(r.amount) from demo.refund r where r."order" = o.number), 0) as refunded,
       (select string_agg(i.quantity || ' x ' || i.name, ', ' order by i.position)
        from demo.item i where i."order" = o.number) as parts
from demo.orders o
where o.number = %(order)s and o.email = %(email)s
for update of o;

-- name: latest_order
select number from demo.orders where email = %(email)s order by placed_on desc, number desc limit 1;

-- name: pay_back
insert into demo.refund ("order", amount) values (%(order)s, %(amount)s);

-- name: cancel
update demo.orders set status = 'cancelled' where number = %(order)s;

-- name: readdress
update demo.orders set address = %(address)s where number = %(order)s;

-- name: drop_order_book
drop schema if exists demo cascade;

-- name: lock_orders
-- A tool that changes one of them ends first.
select number from demo.orders where email = %(email)s order by number for update;

-- name: forget_done
-- Notes of an earlier version name the order only.
delete from demo.done d
where d.email = %(email)s
   or d.email is null and exists (
       select from demo.orders o where o.email = %(email)s and position(o.number in d.said) > 0
   );

-- name: forget_refunds
delete from demo.refund r using demo.orders o where o.number = r."order" and o.email = %(email)s;

-- name: forget_items
delete from demo.item i using demo.orders o where o.number = i."order" and o.email = %(email)s;

-- name: forget_orders
delete from demo.orders where email = %(email)s;

-- name: forget_customer
delete from demo.customer where email = %(email)s;
