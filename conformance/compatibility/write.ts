import { writeFile } from 'node:fs/promises'
import { compatibilityFile } from './file.ts'
import { compatibilityDocument } from './document.ts'

await writeFile(compatibilityFile, compatibilityDocument())
