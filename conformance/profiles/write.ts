import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { profileIds } from './profile.ts'
import { writeConfiguration } from './write-configuration.ts'

/** Writes the configuration that a service needs to be held against one profile, with its schemas, into a folder. */
const [folder, name = 'main', publicPort = '4433', adminPort = '4434', mailPort = '1025'] = process.argv.slice(2)
const profile = profileIds.find((id) => id === name)
if (folder === undefined || profile === undefined) {
  console.error(`write FOLDER [PROFILE] [PUBLIC PORT] [ADMIN PORT] [MAIL PORT]\nprofiles: ${profileIds.join(', ')}`)
  process.exit(2)
}
const target = resolve(folder)
await mkdir(target, { recursive: true })
const file = await writeConfiguration(profile, {
  folder: target,
  publicPort: Number(publicPort),
  adminPort: Number(adminPort),
  database: `sqlite://${target}/database.sqlite?_fk=true&mode=rwc`,
  smtp: `smtp://127.0.0.1:${mailPort}/?disable_starttls=true`,
})
console.log(file)
