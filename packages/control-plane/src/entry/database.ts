export { controlPlaneContents, copyControlPlane } from '../sql/copy.ts'
export { dropLostLinkSecret, keptLinkSecret } from '../sql/link-secret.ts'
export { controlPlaneIn, openControlDatabase, readMigrations } from '../sql/open.ts'
export { readDefaultProject } from '../projects/default-project.ts'
