export { copyProject, copyProjectAsOf, projectContents, removeProject } from '../sql/copy.ts'
export { parseDsn } from '../sql/dsn.ts'
export { openDatabase, projectIn, readMigrations } from '../sql/open.ts'
