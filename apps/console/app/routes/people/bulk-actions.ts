/** What can be done with several people at once. */
export const bulkActions = ['deactivate', 'activate', 'revoke', 'delete'] as const
