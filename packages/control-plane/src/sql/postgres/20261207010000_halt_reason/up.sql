-- What an operator has to mend; empty for a project that runs.
ALTER TABLE projects ADD COLUMN halt_reason text;
