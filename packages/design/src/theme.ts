/** Light or dark as chosen here, or as the system says. */
export type Theme = 'light' | 'dark' | 'system'
/** Every choice there is. */
export const themes: readonly Theme[] = ['light', 'dark', 'system']
