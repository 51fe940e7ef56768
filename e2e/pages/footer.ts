import type { Visitor } from '../visitor.ts'

/** Chooses a language at the foot of the page: by script it is applied at once, by keyboard with Enter. */
export async function chooseLanguage({ page, hands, scripted }: Visitor, name: string): Promise<void> {
  const list = page.locator('footer select[name=language]')
  const button = page.locator('footer form[action="/language"] button')
  await hands.choose(list, name)
  if (!scripted) await hands.press(button)
  else if (hands.keyboard) await page.keyboard.press('Enter')
}
