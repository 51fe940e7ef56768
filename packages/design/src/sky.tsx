/** The sky of every drawn picture, from tokens: its light by day, its stars by night. `x` and `y`: the middle of the sun. */
export function Sky({ x, y, r }: { readonly x: number; readonly y: number; readonly r: number }) {
  return (
    <>
      <linearGradient id="sky" x2="0" y2="1">
        <stop stopColor="var(--sky)" />
        <stop offset="1" stopColor="var(--sky-low)" />
      </linearGradient>
      <path fill="url(#sky)" d="M0 0h800v1000H0z" />
      <path
        stroke="var(--stars)"
        strokeWidth="5"
        strokeLinecap="round"
        d="M90 240h0m130-130h0m70 160h0m160-170h0m250 30h0m-90 60h0m150 190h0M60 480h0m120-90h0"
      />
      <circle cx={x} cy={y} r={r} fill="var(--sun)" />
    </>
  )
}
