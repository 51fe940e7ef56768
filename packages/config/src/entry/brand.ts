/** A brand as files have it, checked and read. */
export type { TextRules } from '../brand/brand-shape.ts'
export { writeColour, type Brand, type BrandBook, type BrandImage, type Palette } from '../brand/brand.ts'
export { measureTokens, type DrawnPair } from '../brand/measured-tokens.ts'
export { parseBrand } from '../brand/parse-brand.ts'
export { plainBook, readBrand } from '../brand/read-brand.ts'
