import { ConfigError } from '@gatehouse/config/config'
import { controlPlaneContents, copyControlPlane } from '@gatehouse/control-plane/database'
import { copyProject, projectContents } from '@gatehouse/identity/database'
import { text, type Contents, type CopyProgress, type Database } from '@gatehouse/platform/database'
import { shippedCatalogues } from '@gatehouse/i18n/catalogues'
import { missingFolder } from '@gatehouse/i18n/missing'
import { databaseTexts } from '../cluster/database-texts.ts'
import { openGatewayTables } from '../cluster/open-tables.ts'
import { refuseDifferences } from './compare.ts'
import { copyLines } from './copy-lines.ts'
import {
  controlDatabase,
  projectDatabase,
  projectDsn,
  projectsWithData,
  type DataSettings,
} from './project-databases.ts'

/** The amount of data that was moved and verified on both sides. */
export interface Moved {
  readonly projects: number
  readonly people: number
  readonly rows: number
}

/** Receives the progress, in a line for people. */
export type MoveProgress = (line: string) => void

/**
 * Copies an installation that does not run into a PostgreSQL database, and compares each table by its rows and a
 * digest. Rows that are already there stay, so that an interrupted copy can be repeated. The files are not changed.
 * @throws ConfigError if the database has another installation, or a table differs afterwards.
 */
export async function moveInstallation(settings: DataSettings, url: string, onProgress: MoveProgress): Promise<Moved> {
  const moved = { projects: 0, people: 0, rows: 0 }
  const [from, to] = [controlDatabase(settings), controlDatabase(settings, url)]
  try {
    await refuseOthers(from, to)
    const projects = await projectsWithData(from, settings.data)
    const move = async (part: Part, position: number) => {
      const name = `${part.name} (${position} of ${projects.length + 1})`
      const contents = await movePart(part, (line) => onProgress(`${name}: ${line}`))
      moved.rows += Object.values(contents).reduce((sum, { rows }) => sum + rows, 0)
      return contents
    }
    await move({ name: 'control plane', from, to, copy: copyControlPlane, contentsOf: controlPlaneContents }, 1)
    for (const [index, project] of projects.entries()) {
      const dsn = await projectDsn(settings, project)
      if (dsn === undefined) continue
      const [source, target] = [projectDatabase(dsn, project), projectDatabase(url, project)]
      const part = { name: project.slug, from: source, to: target, copy: copyProject, contentsOf: projectContents }
      try {
        const contents = await move(part, index + 2)
        moved.projects += 1
        moved.people += contents['identities']?.rows ?? 0
      } finally {
        source.close()
        target.close()
      }
    }
    await moveTexts(settings.data, url, onProgress)
    return moved
  } finally {
    from.close()
    to.close()
  }
}

/** A part of the installation with its own tables. */
interface Part {
  readonly name: string
  readonly from: Database
  readonly to: Database
  readonly copy: (from: Database, to: Database, onProgress: CopyProgress) => Promise<void>
  readonly contentsOf: (database: Database) => Promise<Contents>
}

async function movePart({ name, from, to, copy, contentsOf }: Part, onProgress: MoveProgress): Promise<Contents> {
  await copy(from, to, copyLines(onProgress))
  onProgress('comparing')
  const [before, after] = [await contentsOf(from), await contentsOf(to)]
  refuseDifferences(name, before, after)
  onProgress(`each of ${Object.keys(before).length} tables is the same`)
  return before
}

/** Moves the collected missing texts; existing ones are kept. */
async function moveTexts(data: string, url: string, onProgress: MoveProgress): Promise<void> {
  const collected = await missingFolder(data, shippedCatalogues()).all()
  if (collected.length === 0) return
  const database = openGatewayTables(url, { isSerial: true, connections: 1 })
  try {
    const texts = databaseTexts(database)
    for (const { texts: some, ...name } of collected) await texts.add(name, some)
    onProgress(`missing texts: those of ${collected.length} catalogues`)
  } finally {
    database.close()
  }
}

/** Refuses a database with another installation: the two would be mixed. */
async function refuseOthers(from: Database, to: Database): Promise<void> {
  const ids = async (database: Database) =>
    (await database.prepare('SELECT id FROM workspaces').all()).map((row) => text(row, 'id'))
  const own = new Set(await ids(from))
  if ((await ids(to)).every((id) => own.has(id))) return
  throw new ConfigError([
    { subject: 'The database', wrong: 'has the data of another installation', fix: 'name one that is empty' },
  ])
}
