/** One process of a service on a file: changes the same account a number of times. */
import { createTestService } from '../service.fixture.ts'

const [file = '', id = '', name = '', times = ''] = process.argv.slice(2)
const service = await createTestService({ dsn: `sqlite://${file}` })
for (let number = 1; number <= Number(times); number += 1) {
  const body = [{ op: 'add', path: `/metadata_admin/${name}${number}`, value: number }]
  const { status, text } = await service.admin(`/admin/identities/${id}`, { method: 'PATCH', body })
  if (status !== 200) throw new Error(`${status}: ${text}`)
}
