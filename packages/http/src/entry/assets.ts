/** Files that the pages load. */
export { loadStaticAssets, type StaticAssets } from '../static-assets.ts'
