import { jsonnetFault } from './jsonnet.ts'

/**
 * True where tests that run Jsonnet programs have to be skipped: the optional engine was not compiled. Never in CI,
 * where everything has to be there.
 */
export const lacksJsonnet = (await jsonnetFault()) !== undefined && !process.env['CI']
