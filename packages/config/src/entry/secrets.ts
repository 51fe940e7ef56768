/** Secrets in the data folder. */
export {
  keepNewestSecrets,
  loadGeneratedSecrets,
  rotateGeneratedSecrets,
  type GeneratedSecrets,
  type SecretGenerations,
  type SecretSource,
  writeGeneratedSecrets,
} from '../generated-secrets.ts'
