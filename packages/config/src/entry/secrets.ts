/** Secrets that the data folder keeps. */
export {
  keepNewestSecrets,
  loadGeneratedSecrets,
  rotateGeneratedSecrets,
  type GeneratedSecrets,
} from '../generated-secrets.ts'
