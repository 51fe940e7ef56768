import { copyFileSync, cpSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { pictureFolder } from './markdown/links.ts'

const browserFolder = join(import.meta.dirname, '../browser')

/** Puts scripts, styles and pictures beside the pages. */
export async function writeAssets(root: string, folder: string): Promise<void> {
  const assets = join(folder, 'assets')
  await build({
    configFile: false,
    root: browserFolder,
    logLevel: 'error',
    build: {
      outDir: assets,
      target: 'baseline-widely-available',
      rolldownOptions: {
        input: join(browserFolder, 'site.ts'),
        output: { entryFileNames: 'site.js', assetFileNames: '[name][extname]' },
      },
    },
  })
  mkdirSync(assets, { recursive: true })
  for (const file of ['look.js', 'icon.svg']) copyFileSync(join(browserFolder, file), join(assets, file))
  cpSync(join(root, pictureFolder), join(folder, basename(pictureFolder)), { recursive: true })
}
