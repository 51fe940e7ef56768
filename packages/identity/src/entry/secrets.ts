export { createSeals } from '../credentials/sealed.ts'
export { createIdentityStore } from '../sql/identity-store.ts'
export {
  backgroundRecording,
  sealMessagesAnew,
  secretsAreOfDatabase,
  signsAsBefore,
  takeSecretsAsOwn,
} from '../sql/secret-rotation.ts'
export { sealAccountsAnew } from '../strategies/seal-anew.ts'
