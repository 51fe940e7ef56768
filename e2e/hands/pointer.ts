import type { Page } from '@playwright/test'
import { type Hands, untilAwake } from './hands.ts'

/** Points and clicks. */
export function pointerHands(page: Page, scripted: boolean): Hands {
  const press: Hands['press'] = async (control) => {
    await untilAwake(page, scripted)
    await control.click()
  }
  return {
    keyboard: false,
    async fill(field, text) {
      await untilAwake(page, scripted)
      await field.fill(text)
    },
    async choose(list, label) {
      await untilAwake(page, scripted)
      await list.selectOption({ label })
    },
    async attach(field, file) {
      await untilAwake(page, scripted)
      await field.setInputFiles(file)
    },
    press,
    send: (_field, button) => press(button),
  }
}
