-- Each taking of a lease has a number of its own, so that what a holder of before still writes can be refused.
ALTER TABLE leases ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
-- A change of what is unique waits for those who have the row FOR KEY SHARE; a renewal changes none of it, and does not wait.
CREATE UNIQUE INDEX leases_by_taking ON leases (name, holder, epoch);

-- Run before a commit: until the end of it nobody else takes the lease.
CREATE FUNCTION require_lease(wanted text, by_holder text, in_epoch bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM gatehouse_gateways.leases
    WHERE name = wanted AND holder = by_holder AND epoch = in_epoch FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the lease % was taken by another process', wanted USING ERRCODE = 'LEASE';
  END IF;
END
$$;
