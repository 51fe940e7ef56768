-- What an operator's own program for messages knows beside the text, as JSON. Emptied with the text: it holds the code.
ALTER TABLE courier_messages ADD COLUMN template_data TEXT NOT NULL DEFAULT '{}';
