import { createSessions } from '@gatehouse/session'

/** This application, and the account pages, as browsers see them. */
export const origin = process.env.ORIGIN ?? 'http://app.example.localhost:3000'
export const account = process.env.ACCOUNT ?? 'http://account.example.localhost:4455'
/** The organization whose members see the page for members. */
export const organization = process.env.ORGANIZATION ?? '00000000-0000-4000-8000-000000000000'

export const sessions = createSessions({ url: account, cacheSeconds: 0 })
