-- Subject, texts and template data of a message hold codes and links: they are kept as one sealed text, and their own
-- columns stay empty. Rows of before keep what they have until they are sent.
ALTER TABLE courier_messages ADD COLUMN sealed TEXT;
ALTER TABLE withheld_messages ADD COLUMN sealed TEXT;
