-- The number of renewals of the lease of the process that works on the job.
ALTER TABLE jobs ADD COLUMN renewals bigint NOT NULL DEFAULT 0;
