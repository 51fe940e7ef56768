/** Cookies of theme and language; no React. */
export { readPreferences, rememberPreference } from '../preferences.ts'
export { themes, type Theme } from '../theme.ts'
