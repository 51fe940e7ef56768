// Before anything is drawn: light or dark as it was chosen here. Without a choice the system decides.
try {
  const theme = localStorage.getItem('gatehouse-docs-look')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // A browser that stores nothing follows the system's setting.
}
