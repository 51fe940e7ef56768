/** Texts said without i18next, for browsers. */
export { textReader, type FindText, type Say, type Values } from '../text-reader.ts'
