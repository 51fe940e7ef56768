export { controlPlaneContents, copyControlPlane } from '../sql/copy.ts'
export { openControlDatabase } from '../sql/open.ts'
