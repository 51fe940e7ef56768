import { createHarness } from '../flows/flow-harness.fixture.ts'
import { plainMessageBrand } from './brand.ts'

/** Opens an installation that has sent every kind of message; returns it with the names of all. */
export async function haveSentEveryKind() {
  const harness = await createHarness()
  const names = harness.mails.list('en').map(({ name }) => name)
  for (const template of names) {
    const mail = { template, language: 'en', look: plainMessageBrand }
    const sent = await harness.mails.send(mail, `${template}@example.org`)
    if (sent !== 'sent') throw new Error(`${template}: ${sent}`)
  }
  return { harness, names }
}
