/** The formats of an export: for an import, or as a table. */
export const exportFormats = ['gatehouse', 'kratos', 'kratos-1.3', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Pages read at once. */
export const exportPageSize = 250
