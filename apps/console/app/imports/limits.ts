import { mostImportBytes } from '@gatehouse/contract/operators'

const mebibyte = 1_024 * 1_024

/** How much one import takes: a file, or a mebibyte of pasted text. Larger ones are for `gatehouse import`. */
export const uploadLimits = {
  // One byte more than the control plane takes: it is the one that refuses a larger file.
  parts: { fileSize: mostImportBytes + 1, fieldSize: mebibyte, files: 4, fields: 10 },
} as const
