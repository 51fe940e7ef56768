const key = 'gatehouse-docs-look'
const names = { system: 'as the system', light: 'light', dark: 'dark' } as const
type Look = keyof typeof names

/** Starts the button that rotates through the looks, beginning with the system's. */
export function startLook(button: HTMLButtonElement): void {
  const { dataset } = document.documentElement
  const shown = (): Look => (dataset['theme'] === 'light' || dataset['theme'] === 'dark' ? dataset['theme'] : 'system')
  const say = () => {
    button.ariaLabel = `Appearance: ${names[shown()]}`
    button.title = button.ariaLabel
  }
  button.addEventListener('click', () => {
    const round: readonly Look[] = matchMedia('(prefers-color-scheme: dark)').matches
      ? ['system', 'light', 'dark']
      : ['system', 'dark', 'light']
    const next = round[(round.indexOf(shown()) + 1) % round.length] ?? 'system'
    if (next === 'system') delete dataset['theme']
    else dataset['theme'] = next
    say()
    keep(next)
  })
  say()
}

function keep(look: Look): void {
  try {
    if (look === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, look)
  } catch {
    // It is chosen for this page alone.
  }
}
