export default function TestPage() {
  return null
}
