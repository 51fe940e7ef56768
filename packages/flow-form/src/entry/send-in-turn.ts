/** One form of a page after the other. */
export { sendInTurn } from '../send-in-turn.ts'
