/** A brand as files have it, checked and read. */
export type { TextRules } from '../brand/brand-shape.ts'
export {
  buttonStyles,
  layouts,
  plainBrand,
  writeColour,
  type Brand,
  type BrandAsset,
  type BrandBook,
  type BrandImage,
  type ButtonStyle,
  type Layout,
  type Palette,
} from '../brand/brand.ts'
export { assetUses, checkAsset, storedName, type AssetUse } from '../brand/brand-images.ts'
export { measureTokens, type DrawnPair } from '../brand/measured-tokens.ts'
export { parseBrand } from '../brand/parse-brand.ts'
export { mergedBrand, plainBook, readBrand } from '../brand/read-brand.ts'
