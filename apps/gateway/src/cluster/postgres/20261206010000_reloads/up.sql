-- How often one of the gateways was asked to read its files again, and which one was the last: the others do it, too.
CREATE TABLE reloads (
  is_one boolean PRIMARY KEY DEFAULT TRUE CHECK (is_one),
  asked bigint NOT NULL,
  gateway text NOT NULL
);
