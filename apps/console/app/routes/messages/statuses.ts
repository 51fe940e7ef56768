/** What a message can be on its way. */
export const statuses = ['queued', 'processing', 'sent', 'abandoned'] as const
