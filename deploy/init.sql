-- Neither a superuser nor BYPASSRLS: row-level security keeps projects apart. Put another password here and into database-url.
CREATE ROLE gatehouse LOGIN PASSWORD 'a secret';
CREATE DATABASE gatehouse OWNER gatehouse;
