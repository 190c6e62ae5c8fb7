/** A steering wheel: the product's mark. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#2457d6" />
      <g fill="none" stroke="#fff" strokeWidth="2.5">
        <circle cx="16" cy="16" r="9.5" />
        <path d="M7 14.500c5.500-2.200 12.500-2.200 18 0M16 18.500V25" />
      </g>
      <circle cx="16" cy="16" r="2.600" fill="#fff" />
    </svg>
  )
}
