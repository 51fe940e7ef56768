import type { Page } from '@playwright/test'

/** The browser's own account chooser, which no page can see. */
export interface Chooser {
  /** Waits until it opens; the accounts that it offers, by id. */
  opened(): Promise<readonly string[]>
  /** Chooses an account of the open one. */
  choose(accountId: string): Promise<void>
  /** Closes it. */
  close(): Promise<void>
  /** How often it has opened. */
  count(): number
}

interface Dialog {
  readonly dialogId: string
  readonly accounts: readonly { readonly accountId: string }[]
}

/** Takes over the account chooser of a tab, before its page can ask for it. */
export async function watchChooser(page: Page): Promise<Chooser> {
  const browser = await page.context().newCDPSession(page)
  const dialogs: Dialog[] = []
  const waiting: ((dialog: Dialog) => void)[] = []
  browser.on('FedCm.dialogShown', (dialog) => {
    dialogs.push(dialog)
    for (const tell of waiting.splice(0)) tell(dialog)
  })
  await browser.send('FedCm.enable', { disableRejectionDelay: true })
  await browser.send('FedCm.resetCooldown')

  const current = (): Dialog => {
    const dialog = dialogs.at(-1)
    if (!dialog) throw new Error('the account chooser has not opened')
    return dialog
  }
  return {
    opened: async () => {
      const dialog = dialogs.at(-1) ?? (await new Promise<Dialog>((resolve) => waiting.push(resolve)))
      return dialog.accounts.map(({ accountId }) => accountId)
    },
    choose: async (accountId) => {
      const { dialogId, accounts } = current()
      const accountIndex = accounts.findIndex((account) => account.accountId === accountId)
      await browser.send('FedCm.selectAccount', { dialogId, accountIndex })
    },
    close: async () => {
      await browser.send('FedCm.dismissDialog', { dialogId: current().dialogId })
    },
    count: () => dialogs.length,
  }
}
