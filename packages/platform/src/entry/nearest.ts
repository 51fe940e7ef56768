/** What somebody most likely meant by a name that is not known. */
export { nearest } from '../nearest.ts'
