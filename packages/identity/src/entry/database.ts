export { copyProject, projectContents, removeProject } from '../sql/copy.ts'
export { openDatabase } from '../sql/open.ts'
