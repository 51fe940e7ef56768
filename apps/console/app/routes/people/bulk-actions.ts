/** The actions on several people at once. */
export const bulkActions = ['deactivate', 'activate', 'revoke', 'delete'] as const
