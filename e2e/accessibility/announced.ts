import type { Page } from '@playwright/test'

/** A control as assistive technology announces it. */
export interface AnnouncedControl {
  readonly name: string
  readonly description: string
  readonly invalid: boolean
  readonly focused: boolean
}

const controls: ReadonlySet<string> = new Set(['textbox', 'combobox', 'checkbox', 'spinbutton'])

/** Returns every field of the page, read from the browser's own accessibility tree. */
export async function announcedControls(page: Page): Promise<readonly AnnouncedControl[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes.flatMap(({ ignored, role, name, description, properties = [] }) => {
    if (ignored || !controls.has(String(role?.value))) return []
    const property = (wanted: string) => properties.find((one) => one.name === wanted)?.value.value
    return [
      {
        name: String(name?.value ?? ''),
        description: String(description?.value ?? ''),
        invalid: property('invalid') === 'true',
        focused: property('focused') === true,
      },
    ]
  })
}
