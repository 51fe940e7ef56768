/** Puts a button beside every block of code that copies it. */
export function startCopy(blocks: Iterable<HTMLElement>): void {
  // Only pages of this machine or with TLS may write there.
  if (!('clipboard' in navigator)) return
  for (const block of blocks) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    const code = block.querySelector('code')?.textContent ?? ''
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(code).then(
        () => (button.textContent = 'Copied'),
        () => (button.textContent = 'Not allowed'),
      )
    })
    block.append(button)
  }
}
