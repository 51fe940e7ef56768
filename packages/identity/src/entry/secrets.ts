export { createSeals } from '../credentials/sealed.ts'
export { createIdentityStore } from '../sql/identity-store.ts'
export { sealMessagesAnew } from '../sql/outbox-seals.ts'
export { sealAccountsAnew } from '../strategies/seal-anew.ts'
