export { controlPlaneContents, copyControlPlane } from '../sql/copy.ts'
export { controlPlaneIn, openControlDatabase, readMigrations } from '../sql/open.ts'
export { readDefaultProject } from '../projects/default-project.ts'
