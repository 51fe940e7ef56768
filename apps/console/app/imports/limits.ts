const mebibyte = 1_024 * 1_024

/** How much one import takes: a file of 32 MiB, or a mebibyte of pasted text. Larger ones are for `gatehouse import`. */
export const uploadLimits = {
  parts: { fileSize: 32 * mebibyte, fieldSize: mebibyte, files: 2, fields: 10 },
  /** One line of a table, in bytes. */
  recordBytes: mebibyte,
} as const
