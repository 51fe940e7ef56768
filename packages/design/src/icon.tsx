/** Every drawing by its name. */
export const drawings = {
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.5v5.2m0 3.3v.01',
  apps: 'M5 5h5v5H5zm9 0h5v5h-5zM5 14h5v5H5zm9 0h5v5h-5z',
  arrow: 'M4 12h15m-6-6 6 6-6 6',
  back: 'M20 12H5m6-6-6 6 6 6',
  bin: 'M4 6.5h16m-10 0v-3h4v3m-7.5 0 1 14h9l1-14M10 11v5m4-5v5',
  check: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-4 9.3 2.7 2.7L16 9.5',
  chevron: 'm6 9.5 6 6 6-6',
  close: 'm6 6 12 12M18 6 6 18',
  code: 'M4 6h16v12H4zm4 6h.01M12 12h.01M16 12h.01',
  copy: 'M9 9h11v11H9zm-4 6H4V4h11v1',
  download: 'M12 4v11m-5-4.5 5 5 5-5M4.5 20h15',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  eyeOff: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM4.5 19.5l15-15',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-9 9h18M12 3c3.3 3 3.3 15 0 18M12 3c-3.3 3-3.3 15 0 18',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5.5m0-9v.01',
  key: 'M8 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.3-1.3L20.5 20.5m-4.2-4.2 2.2-2.2m-5-.6 1.7-1.7',
  laptop: 'M5 5h14v11H5zm-2.5 14.5h19',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  list: 'M5 7h14M5 12h14M5 17h9',
  lock: 'M5 11h14v9H5zm3 0V8a4 4 0 0 1 8 0v3',
  mail: 'M3.5 5.5h17v13h-17zm.5 1.5 8 6 8-6',
  phone: 'M7 3h10v18H7zm4 15h2',
  print: 'M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7z',
  shield: 'M12 3.5 5 6v6c0 4.5 3 7.5 7 8.5 4-1 7-4 7-8.5V6l-7-2.5Z',
  signOut: 'M10 4H5v16h5m5-12 4 4-4 4m4-4H9',
  user: 'M12 4.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
} as const

export type IconName = keyof typeof drawings

/** One stroke drawing, in the colour of its text. Decoration only: the words beside it carry the meaning. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
